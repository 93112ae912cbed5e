/** A customer as lists and headings name them: the company stands after a dash. Whoever has no name goes by their e-mail. */
export function customerName({ fullName, companyName, email }: { fullName: string; companyName: string | null; email: string }): string {
  return [fullName.trim() || email, companyName?.trim()].filter(Boolean).join(' — ')
}
