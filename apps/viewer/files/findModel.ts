/**
 * Finds the model among files: an XML or URDF file with the right root element. Of several, one that no other includes;
 * of these, one named "scene"; then the one in the topmost folder; then the first by name.
 */
export function findModel(files: ReadonlyMap<string, Uint8Array>): string | undefined {
  const texts = [...files]
    .filter(([path]) => /\.(xml|mjcf|urdf)$/i.test(path))
    .map(([path, bytes]) => ({ path, text: new TextDecoder().decode(bytes) }))
    .filter(({ text }) => /<(mujoco|robot)[\s>/]/.test(text))
  const included = new Set(
    texts.flatMap(({ text }) =>
      [...text.matchAll(/<(?:include|model)[^>]*\sfile\s*=\s*["']([^"']+)["']/g)].map(([, file]) => baseName(file)),
    ),
  )
  const free = texts.filter(({ path }) => !included.has(baseName(path)))
  const rank = ({ path }: { path: string }) =>
    [/scene/i.test(baseName(path)) ? 0 : 1, path.split('/').length, path] as const
  const candidates = (free.length > 0 ? free : texts).map((file) => ({ file, rank: rank(file) }))
  candidates.sort((a, b) => compare(a.rank, b.rank))
  return candidates[0]?.file.path
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [i, x] of a.entries()) if (x !== b[i]) return x < b[i] ? -1 : 1
  return 0
}
