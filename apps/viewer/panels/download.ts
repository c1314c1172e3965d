/** Gives the user a file. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // the browser takes the address when the click is handled
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Puts text on the clipboard, where the page may; it need not tell. */
export function copyText(text: string): void {
  navigator.clipboard?.writeText(text).catch(() => {})
}

/** A file name from the name of a model. */
export function fileName(model: string, ending: string): string {
  return `${model.replace(/[^\p{L}\p{N}_.-]+/gu, '_') || 'model'}.${ending}`
}
