/** Saves a text as a file. It is never opened as what it may claim to be. */
export function downloadText(text: string, fileName: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken hold of the content by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
