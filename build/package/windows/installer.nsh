# Added to the installer by electron-builder. The class id is that of electron/base/product.ts.
!macro customUnInstall
  # Electron registers the program for clicks on its notifications and never removes that. An update keeps it.
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\CLSID\{B8121CD2-F9FD-4E42-897D-896986876122}"
  ${endIf}
!macroend
