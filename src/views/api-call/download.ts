/** Saves text as a file, with a type that browsers never render. */
export function downloadText(text: string, fileName: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
