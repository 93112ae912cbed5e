/** Dates and the numbers of orders and invoices, which browsers break at their hyphens; and where emails may break. */
const parts = /(\b[A-Z\d]{2,4}-[\d-]{2,9}\b)|(?<=\S@)|(?<=@\S+)(?=\.\w)/

/** Text as elements whose dates and numbers stay on one line, and whose emails break after the @ and before dots. */
export const unbroken = (text: string) =>
  text.split(parts).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no order but that of the text
    <span key={at} className={at % 2 === 0 ? undefined : 'unbroken'}>
      {part ?? <wbr />}
    </span>
  ))
