import { EyeClosedIcon, EyeIcon } from '@primer/octicons-react'
import { type ComponentProps, useState } from 'react'
import styles from './password-field.module.css'
import { TextField } from './text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing' | 'label'> & { label?: string }

/** A password field with a button to show it. Passwords are never kept anywhere (ruling 12). */
export function PasswordField({ label = 'Password', ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      name="password"
      {...field}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className={styles.show}
          aria-label="Show the password"
          aria-pressed={isShown}
          title={isShown ? 'Hide the password' : 'Show the password'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeClosedIcon /> : <EyeIcon />}
        </button>
      }
    />
  )
}
