const tailLength = 14

/** A long text in one line, cut in its middle if there is no room: an address's end says as much as its host. */
export function MiddleCut({ text }: { text: string }) {
  const characters = Array.from(text)
  if (characters.length <= 2 * tailLength) return <bdi className="clip">{text}</bdi>
  return (
    <bdi className="middle-cut" title={text}>
      <span>{characters.slice(0, -tailLength).join('')}</span>
      <span>{characters.slice(-tailLength).join('')}</span>
    </bdi>
  )
}
