/** Saves text as a CSV file under a name, by way of a link that the browser downloads. */
export function saveFile(text: string, name: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
