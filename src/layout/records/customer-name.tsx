interface Named {
  fullName: string
  companyName: string | null
  email: string
}

/** Whoever has no name goes by their e-mail; the company comes second. */
function partsOf({ fullName, companyName, email }: Named): string[] {
  return [fullName.trim() || email, companyName?.trim() ?? ''].filter((part) => part !== '')
}

/** A customer as lists and headings name them: the company stands after a dash. */
export function customerName(customer: Named): string {
  return partsOf(customer).join(' — ')
}

/** The same on screen. Each part keeps its direction to itself: a name can hold characters that turn round what follows them. */
export function CustomerName({ customer }: { customer: Named }) {
  const [name, company] = partsOf(customer)
  return (
    <>
      <bdi>{name}</bdi>
      {company === undefined ? null : (
        <>
          {' — '}
          <bdi>{company}</bdi>
        </>
      )}
    </>
  )
}
