import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { messageOf } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { appsOf, codeIn, type Paired, pair } from './pairing';

/** Somebody else has to approve it; then its apps can be read. */
const ASK_AGAIN = 10_000;

/** What a phone opens to become a device of this gateway. */
export function PairPage() {
  const [paired, setPaired] = useState<Paired | null>(null);
  useEffect(() => {
    document.title = `${t('pair.name')} · Gatehouse`;
  }, []);
  return (
    <main className="door">
      <div className="door-card">
        <header className="door-head">
          <img src="/_gh/icon.svg" alt="" width="56" height="56" />
          <div>
            <h1>{t('pair.name')}</h1>
            <p>{paired ? t('pair.doneAbout') : t('pair.about')}</p>
          </div>
        </header>
        {paired ? <Apps paired={paired} /> : <CodeForm onPaired={setPaired} />}
      </div>
    </main>
  );
}

function CodeForm({ onPaired }: { onPaired: (paired: Paired) => void }) {
  const [code, setCode] = useState(() => codeIn(window.location.hash));
  const [name, setName] = useState(t('pair.thisBrowser'));
  const run = useMutation({
    mutationFn: () => pair(codeIn(code), name.trim()),
    onSuccess: onPaired,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate();
  };
  return (
    <form className="card stack" onSubmit={submit}>
      {run.isError && (
        <p className="notice bad" role="alert">
          {messageOf(run.error)}
        </p>
      )}
      <TextField
        label={t('pair.code')}
        hint={t('pair.codeAbout')}
        value={code}
        required
        autoCapitalize="characters"
        autoComplete="one-time-code"
        spellCheck={false}
        onChange={(event) => setCode(event.target.value)}
      />
      <TextField
        label={t('pair.deviceName')}
        value={name}
        required
        maxLength={64}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="primary" className="wide" busy={run.isPending}>
        {t('pair.pair')}
      </Button>
    </form>
  );
}

function Apps({ paired }: { paired: Paired }) {
  const apps = useQuery({
    queryKey: ['device-apps'],
    queryFn: () => appsOf(paired.token),
    // While it waits, it may read nothing.
    retry: false,
    refetchInterval: ({ state }) => (state.data ? false : ASK_AGAIN),
  });
  if (paired.pending && !apps.data) {
    return (
      <section className="card empty" role="status">
        <Hourglass size={34} strokeWidth={1.5} aria-hidden />
        <h2>{t('pair.waits')}</h2>
        <p>{t('pair.waitsAbout')}</p>
      </section>
    );
  }
  return (
    <section className="card stack">
      <p className="row" role="status">
        <CircleCheck size={20} className="good" aria-hidden />
        {t('pair.done')}
      </p>
      <Loaded query={apps} height={120}>
        {(found) => (
          <ul className="list">
            {found.map((app) => (
              <li key={app.id}>
                <a href={app.url} target="_blank" rel="noopener noreferrer" className="strong">
                  {app.name}
                </a>
              </li>
            ))}
            {found.length === 0 && <li className="muted">{t('pair.noApps')}</li>}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
