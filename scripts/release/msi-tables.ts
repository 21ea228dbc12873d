import { createHash } from 'node:crypto'
import { posix } from 'node:path'

/** A file of the package: its path with `/`, and its key in the File table. */
export type PackedFile = { path: string; id: string; bytes: number }

/** A row of a table; null is an empty field. */
type Row = readonly (string | number | null)[]
/** Columns with their types as text archive files (.idt) name them, and the number of key columns. */
export type Table = {
  name: string
  columns: readonly string[]
  types: readonly string[]
  keys: number
  rows: readonly Row[]
}

/** Windows recognizes every version of the agent by it: it never changes. */
const upgradeCode = guidOf('upgrade code')

/** Returns the tables of the package. They follow the Windows Installer database reference. */
export const tablesOf = (files: readonly PackedFile[], version: string): Table[] => [
  ...tablesOfFiles(files),
  ...tablesOfProduct(version),
  ...tablesOfSearches(),
  ...tablesOfActions(),
]

function tablesOfFiles(files: readonly PackedFile[]): Table[] {
  const folders = [...new Set(files.map(({ path }) => posix.dirname(path)))].filter((folder) => folder !== '.').sort()
  const directoryOf = (folder: string) => (folder === '.' ? 'INSTALLDIR' : idOf('Folder', folder))
  return [
    table('Directory', ['Directory:s72', 'Directory_Parent:S72', 'DefaultDir:l255'], 1, [
      ['TARGETDIR', null, 'SourceDir'],
      ['ProgramFiles64Folder', 'TARGETDIR', '.'],
      ['System64Folder', 'TARGETDIR', '.'],
      ['INSTALLDIR', 'ProgramFiles64Folder', 'ROLLCALL|Rollcall Agent'],
      ...folders.map((folder): Row => {
        return [directoryOf(folder), directoryOf(posix.dirname(folder)), fileNameOf(posix.basename(folder))]
      }),
    ]),
    table(
      'Component',
      ['Component:s72', 'ComponentId:S38', 'Directory_:s72', 'Attributes:i2', 'Condition:S255', 'KeyPath:S72'],
      1,
      files.map(({ path, id }) => {
        return [idOf('Component', path), guidOf(path), directoryOf(posix.dirname(path)), is64Bit, null, id]
      }),
    ),
    table(
      'File',
      [
        ...['File:s72', 'Component_:s72', 'FileName:l255', 'FileSize:i4', 'Version:S72', 'Language:S20'],
        ...['Attributes:I2', 'Sequence:i4'],
      ],
      1,
      files.map(({ path, id, bytes }, index) => {
        return [id, idOf('Component', path), fileNameOf(posix.basename(path)), bytes, null, null, isVital, index + 1]
      }),
    ),
    table(
      'Feature',
      [
        ...['Feature:s38', 'Feature_Parent:S38', 'Title:L64', 'Description:L255', 'Display:I2', 'Level:i2'],
        ...['Directory_:S72', 'Attributes:i2'],
      ],
      1,
      [['Agent', null, 'Rollcall agent', null, 1, 1, 'INSTALLDIR', 0]],
    ),
    table(
      'FeatureComponents',
      ['Feature_:s38', 'Component_:s72'],
      2,
      files.map(({ path }) => ['Agent', idOf('Component', path)]),
    ),
    table(
      'Media',
      ['DiskId:i2', 'LastSequence:i4', 'DiskPrompt:L64', 'Cabinet:S255', 'VolumeLabel:S32', 'Source:S72'],
      1,
      [[1, files.length, null, '#agent.cab', null, null]],
    ),
  ]
}

function tablesOfProduct(version: string): Table[] {
  return [
    table('Property', ['Property:s72', 'Value:l0'], 1, [
      ['ALLUSERS', '1'],
      ['ARPCOMMENTS', "Sends this machine's inventory to the collector."],
      ['ARPNOMODIFY', '1'],
      ['Manufacturer', 'Rollcall'],
      ['MSIRESTARTMANAGERCONTROL', 'Disable'],
      ['MsiHiddenProperties', 'ROLLCALL_TOKEN'],
      ['ProductCode', guidOf(`product ${version}`)],
      ['ProductLanguage', '1033'],
      ['ProductName', 'Rollcall agent'],
      ['ProductVersion', version],
      ['REBOOT', 'ReallySuppress'],
      // Files of a former version are replaced whatever their dates and versions.
      ['REINSTALLMODE', 'amus'],
      ['SecureCustomProperties', 'INSTALLDIR;NEWER;OLDER;ROLLCALL_PROXY;ROLLCALL_TOKEN;ROLLCALL_URL'],
      ['UpgradeCode', upgradeCode],
    ]),
    table(
      'Upgrade',
      [
        ...['UpgradeCode:s38', 'VersionMin:S20', 'VersionMax:S20', 'Language:S255', 'Attributes:i4', 'Remove:S255'],
        'ActionProperty:s72',
      ],
      5,
      [
        [upgradeCode, null, version, null, 0, null, 'OLDER'],
        [upgradeCode, version, null, null, onlyDetect, null, 'NEWER'],
      ],
    ),
    table('LaunchCondition', ['Condition:s255', 'Description:l255'], 1, [
      ['NOT NEWER', 'A newer version of the Rollcall agent is installed. Remove it first to go back to this one.'],
      ['Privileged', 'Only an administrator can install the Rollcall agent: run msiexec as administrator.'],
      [
        'Installed OR ALLUSERS = 1',
        'The Rollcall agent is installed for the whole machine: leave ALLUSERS and MSIINSTALLPERUSER out.',
      ],
      [
        'Installed OR OLDER OR JOINED OR (ROLLCALL_URL AND ROLLCALL_TOKEN)',
        'The Rollcall agent needs the address of a collector and a join token: msiexec /i rollcall-agent.msi ROLLCALL_URL=https://collector.example:8443 ROLLCALL_TOKEN=rcj1...',
      ],
      [
        'Installed OR NOT ROLLCALL_URL OR ROLLCALL_URL ~<< "https://"',
        'ROLLCALL_URL is not the address of a collector, such as https://collector.example:8443',
      ],
      [
        'Installed OR NOT ROLLCALL_TOKEN OR ROLLCALL_TOKEN << "rcj1."',
        'ROLLCALL_TOKEN is not a join token: copy all of it, it begins with "rcj1."',
      ],
    ]),
    table('Error', ['Error:i2', 'Message:L0'], 1, [
      // Windows' own text shows the command line, with the token.
      [
        1722,
        'The Rollcall agent cannot be set up: the step "[2]" failed. Check that ROLLCALL_URL is an address such as https://collector.example:8443, that ROLLCALL_TOKEN is a whole join token for agents, and that the Task Scheduler runs.',
      ],
    ]),
  ]
}

/** Remembers and finds the folder of the installed agent; finds whether the machine has joined a collector. */
const tablesOfSearches = (): Table[] => [
  table('AppSearch', ['Property:s72', 'Signature_:s72'], 2, [
    ['FORMERDIR', 'FormerFolder'],
    ['JOINED', 'AgentState'],
  ]),
  table('Registry', ['Registry:s72', 'Root:i2', 'Key:l255', 'Name:L255', 'Value:L0', 'Component_:s72'], 1, [
    ['InstallDir', localMachine, registryKey, 'InstallDir', '[INSTALLDIR]', idOf('Component', 'node.exe')],
  ]),
  table('RegLocator', ['Signature_:s72', 'Root:i2', 'Key:s255', 'Name:S255', 'Type:I2'], 1, [
    ['FormerFolder', localMachine, registryKey, 'InstallDir', valueOf64Bit],
  ]),
  table('DrLocator', ['Signature_:s72', 'Parent:S72', 'Path:S255', 'Depth:I2'], 3, [
    ['AgentState', null, '[CommonAppDataFolder]Rollcall\\Agent', 0],
  ]),
  table(
    'Signature',
    [
      ...['Signature:s72', 'FileName:s255', 'MinVersion:S20', 'MaxVersion:S20', 'MinSize:I4', 'MaxSize:I4'],
      ...['MinDate:I4', 'MaxDate:I4', 'Languages:S255'],
    ],
    1,
    [['AgentState', 'agent.json', null, null, null, null, null, null, null]],
  ),
]

function tablesOfActions(): Table[] {
  return [
    table('CustomAction', ['Action:s72', 'Type:i2', 'Source:S72', 'Target:S255', 'ExtendedType:I4'], 1, [
      ['UseFormerFolder', setProperty, 'INSTALLDIR', '[FORMERDIR]', null],
      ['Repair', setProperty, 'REINSTALL', 'ALL', null],
      ['ShowFolder', setProperty, 'ARPINSTALLLOCATION', '[INSTALLDIR]', null],
      ['ShowCollector', setProperty, 'ARPHELPLINK', '[ROLLCALL_URL]', null],
      ['Start', runInFolder | asSystem | isHidden, 'INSTALLDIR', agentCommand(`install ${joinArguments}`), null],
      ['StartAgain', runInFolder | asSystem, 'INSTALLDIR', agentCommand('install --join-later'), null],
      [
        'UndoStart',
        runInFolder | asSystem | onRollback | ignoresFailure,
        'INSTALLDIR',
        agentCommand('uninstall'),
        null,
      ],
      ['UndoState', runInFolder | asSystem | onRollback | ignoresFailure, 'System64Folder', removeState, null],
      ['Stop', runInFolder | asSystem | ignoresFailure, 'INSTALLDIR', agentCommand('uninstall'), null],
      [
        'UndoStop',
        runInFolder | asSystem | onRollback | ignoresFailure,
        'INSTALLDIR',
        agentCommand('install --join-later'),
        null,
      ],
      // Node writes its compiled code there, which Windows Installer does not know of.
      ['RemoveCache', runInFolder | asSystem | ignoresFailure, 'System64Folder', removeCache, null],
      ['UndoCache', runInFolder | asSystem | onRollback | ignoresFailure, 'System64Folder', removeCache, null],
      ['RemoveState', runInFolder | asSystem | onCommit | ignoresFailure, 'System64Folder', removeState, null],
    ]),
    sequence('InstallExecuteSequence', [
      ['FindRelatedProducts', null, 25],
      ['AppSearch', null, 50],
      // An installed agent stays in its folder. Windows lets every user repair it, with properties of the user.
      ['UseFormerFolder', 'FORMERDIR AND (Installed OR NOT INSTALLDIR)', 60],
      ['Repair', 'Installed AND NOT REMOVE AND NOT REINSTALL', 70],
      ['LaunchConditions', null, 100],
      ['ValidateProductID', null, 700],
      ['CostInitialize', null, 800],
      ['FileCost', null, 900],
      ['CostFinalize', null, 1000],
      ['ShowFolder', null, 1010],
      ['ShowCollector', 'NOT Installed AND ROLLCALL_URL', 1020],
      ['MigrateFeatureStates', null, 1200],
      ['InstallValidate', null, 1400],
      ['InstallInitialize', null, 1500],
      // Within the transaction: if the new version fails, the old one comes back.
      ['RemoveExistingProducts', null, 1501],
      ['ProcessComponents', null, 1600],
      ['UnpublishFeatures', null, 1800],
      ['UndoStop', 'Installed', 1900],
      ['Stop', 'Installed', 1901],
      ['RemoveCache', 'REMOVE ~= "ALL"', 1902],
      ['RemoveState', 'REMOVE ~= "ALL" AND NOT UPGRADINGPRODUCTCODE', 1903],
      ['RemoveRegistryValues', null, 2600],
      ['RemoveFiles', null, 3500],
      ['InstallFiles', null, 4000],
      ['UndoCache', 'NOT Installed', 4100],
      ['UndoState', 'NOT Installed AND NOT OLDER AND NOT JOINED', 4101],
      ['UndoStart', 'NOT Installed AND NOT OLDER', 4102],
      ['Start', 'NOT Installed AND ROLLCALL_URL', 4103],
      // A repair leaves the collector as it is, whatever the properties say.
      ['StartAgain', 'NOT REMOVE AND (Installed OR NOT ROLLCALL_URL)', 4104],
      ['WriteRegistryValues', null, 5000],
      ['RegisterUser', null, 6000],
      ['RegisterProduct', null, 6100],
      ['PublishFeatures', null, 6300],
      ['PublishProduct', null, 6400],
      ['InstallFinalize', null, 6600],
    ]),
    sequence('InstallUISequence', [
      ['CostInitialize', null, 800],
      ['FileCost', null, 900],
      ['CostFinalize', null, 1000],
      ['ExecuteAction', null, 1300],
    ]),
    sequence('AdminExecuteSequence', [
      ['CostInitialize', null, 800],
      ['FileCost', null, 900],
      ['CostFinalize', null, 1000],
      ['InstallValidate', null, 1400],
      ['InstallInitialize', null, 1500],
      ['InstallAdminPackage', null, 3900],
      ['InstallFiles', null, 4000],
      ['InstallFinalize', null, 6600],
    ]),
  ]
}

/** Attributes of components, files, upgrades and searches. */
const is64Bit = 0x100
const isVital = 0x200
const onlyDetect = 0x2
/** Root of the registry, and a value as 64-bit programs see it. */
const localMachine = 2
const valueOf64Bit = 0x10 | 2
const registryKey = 'Software\\Rollcall\\Agent'

/** Types of custom actions, and their options. `asSystem`: deferred, without the rights of the user. */
const runInFolder = 34
const setProperty = 51
const asSystem = 0x400 | 0x800
const onRollback = 0x100
const onCommit = 0x200
const ignoresFailure = 0x40
/** Keeps the command line with the token out of the log. */
const isHidden = 0x2000

const cmd = '"[System64Folder]cmd.exe" /c'

/** Windows Installer gives a program no usable output, and the agent's commands fail if they cannot write theirs. */
const agentCommand = (command: string) => `${cmd} ""[INSTALLDIR]rollcall.cmd" agent ${command} > nul 2>&1"`
const joinArguments = '--join-later --url "[ROLLCALL_URL]" --token "[ROLLCALL_TOKEN]" --proxy "[ROLLCALL_PROXY]"'

const removeCache = `${cmd} rd /s /q "[INSTALLDIR]cache"`
const stateDir = '[CommonAppDataFolder]Rollcall'
const removeState = `${cmd} rd /s /q "${stateDir}\\Agent" & rd "${stateDir}"`

export function table(name: string, columns: readonly string[], keys: number, rows: readonly Row[]): Table {
  const parts = columns.map((column) => column.split(':'))
  return { name, columns: parts.map(([column = '']) => column), types: parts.map(([, type = '']) => type), keys, rows }
}

const sequence = (name: string, rows: readonly Row[]) =>
  table(name, ['Action:s72', 'Condition:S255', 'Sequence:I2'], 1, rows)

function digestOf(text: string): string {
  return createHash('sha256').update(`rollcall-agent ${text}`).digest('hex')
}

/** Returns the same GUID for the same text: a UUID of version 8 (RFC 9562). */
export function guidOf(text: string): string {
  const hex = digestOf(text)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return `{${parts.join('-').toUpperCase()}}`
}

/** Returns the key of a row, which may hold letters, digits, underscores and periods. */
export const idOf = (kind: string, path: string) => `${kind}_${digestOf(path).slice(0, 16)}`

/** Returns a name as `SHORT|long`, if it does not have the form of MS-DOS itself. */
function fileNameOf(name: string): string {
  if (/^[\w-]{1,8}(\.\w{1,3})?$/.test(name)) return name
  const suffix = /\.(\w{1,3})$/.exec(name)?.[1]
  return `${digestOf(name).slice(0, 8)}${suffix === undefined ? '' : `.${suffix}`}|${name}`
}
