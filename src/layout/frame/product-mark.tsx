/** The product's logo: the corner squares of a QR code. Decorative, since the name is beside it. */
export function ProductMark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--bgColor-accent-emphasis)" />
      <g fill="var(--fgColor-onEmphasis)" fillRule="evenodd">
        <path d="M7 7h8v8H7zM10 10v2h2v-2z" />
        <path d="M17 7h8v8h-8zM20 10v2h2v-2z" />
        <path d="M7 17h8v8H7zM10 20v2h2v-2z" />
        <path d="M17 17h3v3h-3zM20 20h5v5h-5z" />
      </g>
    </svg>
  )
}
