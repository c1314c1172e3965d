import type { MainModule } from '@mujoco/mujoco'

/** Looks a file up by its path relative to the root of all files, for example `robot/assets/foot.stl`. */
export type FileLookup = (path: string) => string | Uint8Array | undefined

interface DiskNode {
  contents: unknown
  usedBytes: number
  node_ops: { lookup: (parent: DiskNode, name: string) => DiskNode }
}

const DIRECTORY = 0o040777
const FILE = 0o100666

let mounts = 0

/**
 * Shows files to the reference as a folder of its virtual disk while `use` runs. A file is looked up when the reference
 * opens it, so the includes of a model need not be listed.
 *
 * @param use is called with the path of the folder
 */
export function withFiles<T>(mj: MainModule, files: FileLookup, use: (folder: string) => T): T {
  const { FS, MEMFS } = mj
  const folder = `/files${mounts++}`
  const createNode: (parent: DiskNode, name: string, mode: number, device: number) => DiskNode = MEMFS.createNode

  /** What is not a file is taken for a folder: only the ends of paths are ever opened. */
  const fillOnLookup = (directory: DiskNode, path: string): void => {
    const lookup = (parent: DiskNode, name: string): DiskNode => {
      const childPath = path === '' ? name : `${path}/${name}`
      const found = files(childPath)
      if (found === undefined) {
        if (/\.\w+$/.test(name)) throw new FS.ErrnoError(44) // ENOENT
        const child = createNode(parent, name, DIRECTORY, 0)
        fillOnLookup(child, childPath)
        return child
      }
      const bytes = typeof found === 'string' ? new TextEncoder().encode(found) : found
      const child = createNode(parent, name, FILE, 0)
      child.contents = bytes
      child.usedBytes = bytes.length
      return child
    }
    directory.node_ops = { ...directory.node_ops, lookup }
  }

  FS.mkdir(folder)
  FS.mount(MEMFS, {}, folder)
  try {
    fillOnLookup(FS.lookupPath(folder).node as DiskNode, '')
    return use(folder)
  } finally {
    FS.unmount(folder)
    FS.rmdir(folder)
  }
}
