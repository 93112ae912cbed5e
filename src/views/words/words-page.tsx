import { BookIcon, DownloadIcon, PlusIcon } from '@primer/octicons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { missingQuery } from '../../api/words.ts'
import { newWordHref } from '../../commands/words.ts'
import type { CurrentUser } from '../../contract/auth.ts'
import { Button } from '../../layout/kit/button.tsx'
import { ImportButton, saveJson } from '../../layout/kit/json-file.tsx'
import { ListPage } from '../../layout/list/list-page.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { useTeamWords } from '../../layout/records/finders/use-plain-words.ts'
import { RecordNotFound } from '../../layout/records/record-not-found.tsx'
import { useVocabulary } from './use-vocabulary.ts'
import { WordForm } from './word-form.tsx'
import styles from './words.module.css'
import { importWords, written } from './words-file.ts'
import { wordsList } from './words-list.ts'

/** The words that the team adds to those that the palette understands, and a form for one of them. */
export function WordsPage() {
  const search: ListSearch = useSearch({ strict: false })
  const { capabilities } = useRouteContext({ strict: false, select: ({ user }) => user as CurrentUser })
  const navigate = useNavigate()
  const words = useTeamWords()
  const close = () => void navigate({ to: '/settings/words', search: {} })
  const mayManage = capabilities.includes('words.manage')
  const { new: added, word: known = '', meaning = '', edit } = search
  if (mayManage && added !== undefined) return <WordForm title="New word" initial={{ word: known, meaning }} onClose={close} />
  if (mayManage && edit !== undefined && words) {
    const word = words.find(({ id }) => id === Number(edit))
    if (!word)
      return (
        <RecordNotFound noun="word" id={edit} icon={BookIcon}>
          It may have been deleted.
        </RecordNotFound>
      )
    return <WordForm title={`Edit ‘${word.word}’`} kept={{ id: word.id, version: word.version }} initial={written(word)} onClose={close} />
  }
  return (
    <>
      <ListPage list={wordsList} actions={mayManage && <Actions />}>
        <p className="muted">The palette reads these words as what they mean, for everybody.</p>
      </ListPage>
      {mayManage && <Missing />}
    </>
  )
}

function Actions() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const words = useTeamWords() ?? []
  const vocabulary = useVocabulary()
  return (
    <>
      <Button leadingVisual={PlusIcon} variant="primary" onClick={() => void navigate({ href: newWordHref() })}>
        New word
      </Button>
      <ImportButton label="A file of words" onText={vocabulary && ((text) => void importWords(client, text, vocabulary))} />
      <Button
        leadingVisual={DownloadIcon}
        disabled={words.length === 0}
        onClick={() => saveJson({ words: words.map(written) }, 'words.json')}
      >
        Export all
      </Button>
    </>
  )
}

/** What people typed and did not find, to be explained. */
function Missing() {
  const { data = [] } = useQuery(missingQuery())
  const navigate = useNavigate()
  if (data.length === 0) return null
  return (
    <section className={styles.missing} aria-labelledby="missing-words">
      <h2 id="missing-words" className="card-title">
        Asked for
      </h2>
      <p className="note">What was typed three times or more within a week and found nothing.</p>
      <ul className={styles.texts}>
        {data.map(({ text, times }) => (
          <li key={text} className="row wrap spread gap-8">
            <span className="can-shrink breaks">
              {text} <span className="muted">{`${times} times`}</span>
            </span>
            <Button
              size="small"
              aria-label={`Say what ‘${text}’ means`}
              onClick={() => void navigate({ href: newWordHref({ word: text }) })}
            >
              Say what it means
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
