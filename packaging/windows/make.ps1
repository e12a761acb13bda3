# Draftdesk for Windows, by named steps: make.ps1 folder | sign-files | msi | sign-msi | check, in this order.
#   $env:SIGN_THUMBPRINT   the certificate in the person's store (sign-files, sign-msi)
# A step that lacks what it needs says so and ends with 3. Without the steps that sign, the MSI works, and
# SmartScreen asks. WiX 5 comes with: dotnet tool install --global wix --version 5.*
param([Parameter(Mandatory = $true)][ValidateSet("folder", "sign-files", "msi", "sign-msi", "check")][string]$Step)
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..\..")
$version = (Select-String -Path desktop_app\__init__.py -Pattern '^__version__ = "(.*)"$').Matches[0].Groups[1].Value
$folder = "dist\draftdesk"
$msi = "dist\Draftdesk-$version-x64.msi"

function Invoke-Program {
  $program, $rest = $args
  & $program @rest
  if ($LASTEXITCODE -ne 0) { throw "$program ended with $LASTEXITCODE." }
}

function Add-Signature([string[]]$Files) {
  if (-not $env:SIGN_THUMBPRINT) { [Console]::Error.WriteLine("The step needs SIGN_THUMBPRINT."); exit 3 }
  Invoke-Program signtool sign /sha1 $env:SIGN_THUMBPRINT /fd SHA256 /tr http://timestamp.digicert.com /td SHA256 @Files
}

switch ($Step) {
  "folder" {
    Invoke-Program .venv\Scripts\pyinstaller.exe --noconfirm --log-level WARN --distpath dist --workpath build packaging\pyinstaller.spec
    Set-Content -Path "$folder\_internal\resources\FORM" -Value "msi" -Encoding ascii
    $env:QT_QPA_PLATFORM = "offscreen"
    Invoke-Program "$folder\draftdesk-pipe.exe" --self-test
  }
  "sign-files" { Add-Signature @("$folder\draftdesk.exe", "$folder\draftdesk-pipe.exe") }
  "msi" {
    Invoke-Program wix build -arch x64 -d "Version=$version" -d "Folder=$((Resolve-Path $folder).Path)" -o $msi packaging\windows\draftdesk.wxs
  }
  "sign-msi" { Add-Signature @($msi) }
  "check" {
    Invoke-Program msiexec.exe /i $msi /qn /l*v dist\install.log
    Invoke-Program "$env:LOCALAPPDATA\Programs\Draftdesk\draftdesk-pipe.exe" --self-test
    Invoke-Program msiexec.exe /x $msi /qn
    if (Test-Path "$env:LOCALAPPDATA\Programs\Draftdesk\draftdesk.exe") { throw "The program is left over." }
  }
}
