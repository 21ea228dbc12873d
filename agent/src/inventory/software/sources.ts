import type { SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { apk } from './apk.ts'
import { cargoPrograms } from './cargo-programs.ts'
import { dpkg } from './dpkg.ts'
import { flatpak } from './flatpak.ts'
import { goPrograms } from './go-programs.ts'
import { homebrew } from './homebrew.ts'
import { nix } from './nix.ts'
import { npmPackages } from './npm-packages.ts'
import { opkg } from './opkg.ts'
import { pacman } from './pacman.ts'
import { pythonPackages } from './python-packages.ts'
import { rpm } from './rpm.ts'
import { rubyGems } from './ruby-gems.ts'
import { snap } from './snap.ts'

export const softwareSources: readonly Source<SoftwarePart>[] = [
  dpkg,
  rpm,
  apk,
  opkg,
  pacman,
  flatpak,
  snap,
  nix,
  homebrew,
  pythonPackages,
  npmPackages,
  rubyGems,
  cargoPrograms,
  goPrograms,
]
