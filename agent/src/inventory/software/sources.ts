import type { SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { apk } from './apk.ts'
import { dpkg } from './dpkg.ts'
import { flatpak } from './flatpak.ts'
import { opkg } from './opkg.ts'
import { pacman } from './pacman.ts'
import { rpm } from './rpm.ts'
import { snap } from './snap.ts'

export const softwareSources: readonly Source<SoftwarePart>[] = [dpkg, rpm, apk, opkg, pacman, flatpak, snap]
