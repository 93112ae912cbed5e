import type { ResolvedCommand } from '../../commands/resolve.ts'
import { describeTarget } from '../../commands/record-types.ts'
import { KeyCaps } from '../kit/key-caps.tsx'
import { PreviewFacts, PreviewHead } from './preview-parts.tsx'

/** A command's record, arguments and key, and why it is blocked. */
export function PreviewCommand({ resolved: { command, target, title, availability } }: { resolved: ResolvedCommand }) {
  const asked = command.args?.map((step) => step.title.toLowerCase()).join(', ')
  return (
    <>
      <PreviewHead title={title} badge={null} detail={command.section} />
      <PreviewFacts
        facts={[
          ...(availability.state === 'blocked' ? ([['Unavailable', availability.reason]] as const) : []),
          ...(target ? ([['Acts on', <bdi key="on">{describeTarget(target)}</bdi>]] as const) : []),
          ...(command.href === undefined ? [] : ([['Leads to', command.href]] as const)),
          ...(asked === undefined ? [] : ([['Asks for', asked]] as const)),
          ...(command.danger ? ([['Before it runs', 'asks you to confirm']] as const) : []),
          ...(command.keys === undefined ? [] : ([['Key', <KeyCaps key="keys" keys={command.keys} />]] as const)),
        ]}
      />
    </>
  )
}
