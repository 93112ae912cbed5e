/** A loading spinner, shown after a moment so fast loads don't flicker. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="grid in-middle late" style={{ padding: '2rem' }}>
      <span className="ring muted" style={{ width: 32, height: 32 }} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
