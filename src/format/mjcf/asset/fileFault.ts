/** Something is wrong with the bytes of a file. Whoever knows which element names the file turns it into a `ModelError`. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
}
