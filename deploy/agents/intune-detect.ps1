# Detection rule of a Win32 app in Intune: the agent is installed in this version or a newer one.
# Set the version of the .msi that you upload.
$wanted = [version]'0.1.0'

$programs = 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall\*'
$installed = Get-ItemProperty -Path $programs -ErrorAction SilentlyContinue |
  Where-Object { $_.DisplayName -eq 'Rollcall agent' -and $_.Publisher -eq 'Rollcall' }

foreach ($program in $installed) {
  if ([version]$program.DisplayVersion -ge $wanted) {
    Write-Output "Rollcall agent $($program.DisplayVersion)"
    exit 0
  }
}
exit 1
