import { text } from 'node:stream/consumers'
import { StartError } from '../../process/start-error.ts'

/**
 * Asks twice on the terminal without echo; without a terminal reads the first line of standard input. Never a
 * command-line argument, which other users could see.
 * @throws StartError if the entries differ, and on Ctrl-C
 */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? ''
  const first = await askHidden('Password: ')
  const second = await askHidden('Again: ')
  if (first !== second) throw new StartError('The two passwords differ.')
  return first
}

function askHidden(question: string): Promise<string> {
  const { stdin, stdout } = process
  stdout.write(question)
  stdin.setRawMode(true)
  stdin.resume()
  stdin.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let typed = ''
    const finish = () => {
      stdin.off('data', onData)
      stdin.setRawMode(false)
      stdin.pause()
      stdout.write('\n')
    }
    const onData = (keys: string) => {
      for (const key of keys) {
        if (key === '\r' || key === '\n' || key === '\u0004') {
          finish()
          resolve(typed)
          return
        }
        if (key === '\u0003') {
          finish()
          reject(new StartError('Canceled.'))
          return
        }
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key
      }
    }
    stdin.on('data', onData)
  })
}
