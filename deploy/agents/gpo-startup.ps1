# Startup script of a group policy: installs the agent, or upgrades it where the share has a newer version.
#   -Package   path of the .msi on a share that Domain Computers can read
#   -Url       address of the collector
#   -TokenFile file with the join token. Let only Domain Computers and administrators read it.
#   -Version   version of the .msi
param(
  [Parameter(Mandatory)] [string] $Package,
  [Parameter(Mandatory)] [string] $Url,
  [Parameter(Mandatory)] [string] $TokenFile,
  [Parameter(Mandatory)] [version] $Version
)
$ErrorActionPreference = 'Stop'

$programs = 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall\*'
$installed = Get-ItemProperty -Path $programs -ErrorAction SilentlyContinue |
  Where-Object { $_.DisplayName -eq 'Rollcall agent' -and $_.Publisher -eq 'Rollcall' }
foreach ($program in $installed) {
  if ([version]$program.DisplayVersion -ge $Version) { exit 0 }
}

$arguments = @('/i', "`"$Package`"", '/qn', '/norestart')
# An upgrade keeps the collector that the agent joined.
if (-not $installed) {
  $token = (Get-Content -Path $TokenFile -Raw).Trim()
  $arguments += "ROLLCALL_URL=$Url", "ROLLCALL_TOKEN=$token"
}
$run = Start-Process -FilePath "$env:SystemRoot\System32\msiexec.exe" -ArgumentList $arguments -Wait -PassThru
exit $run.ExitCode
