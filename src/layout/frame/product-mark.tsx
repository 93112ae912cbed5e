/** The product's logo: the corner squares of a QR code. Decorative, since the name is beside it. */
export function ProductMark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--bgColor-accent-emphasis)" />
      <path
        fill="var(--fgColor-onEmphasis)"
        fillRule="evenodd"
        d="M7 7h8v8H7zm3 3v2h2v-2zM17 7h8v8h-8zm3 3v2h2v-2zM7 17h8v8H7zm3 3v2h2v-2zm7-3h3v3h-3zm3 3h5v5h-5z"
      />
    </svg>
  )
}
