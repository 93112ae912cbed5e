import type { ReactNode } from 'react'

/** Centres its content in the window, for starting, failing to start and crashing. */
export function CentredPage({ children }: { children: ReactNode }) {
  return <main className="grid in-middle window-high">{children}</main>
}
