const tailLength = 8

/** An address as text for little room, without the scheme that nearly all have. */
export const addressText = (url: string) => url.replace(/^https:\/\/(?=.)/, '')

/** A long address in one line, cut in its middle if there is no room: host and end say the most, 'https://' nothing. */
export function MiddleCut({ text }: { text: string }) {
  const characters = Array.from(text)
  if (characters.length <= 3 * tailLength)
    return (
      <bdi translate="no" className="clip">
        {text}
      </bdi>
    )
  const [scheme = ''] = /^https:\/\//.exec(text) ?? []
  return (
    <bdi translate="no" className="middle-cut" title={text}>
      <span className="visually-hidden">{scheme}</span>
      <span>{characters.slice(scheme.length, -tailLength).join('')}</span>
      {characters.slice(-tailLength).join('')}
    </bdi>
  )
}
