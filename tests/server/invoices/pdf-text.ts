import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A PDF's text by page and its title, as a reader extracts them. */
export async function readPdf(pdf: Uint8Array): Promise<{ pages: string[]; title: unknown }> {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  try {
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push(items.map((item) => ('str' in item ? item.str : '')).join('|'))
    }
    const { info } = await document.getMetadata()
    return { pages, title: (info as Record<string, unknown>)['Title'] }
  } finally {
    await task.destroy()
  }
}
