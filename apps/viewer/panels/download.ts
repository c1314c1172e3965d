/** Downloads a file. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // the browser reads the address after the click is handled
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Copies text to the clipboard, if the page may. */
export function copyText(text: string): void {
  navigator.clipboard?.writeText(text).catch(() => {})
}

/** A file name from the name of a model. */
export function fileName(model: string, extension: string): string {
  return `${model.replace(/[^\p{L}\p{N}_.-]+/gu, '_') || 'model'}.${extension}`
}
