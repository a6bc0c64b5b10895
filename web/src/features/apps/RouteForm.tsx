import { Lock } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import type { Schemas } from '~/api/client';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card } from '~/ui/Card';
import { SelectField, SwitchField, TextField } from '~/ui/Field';
import { toast } from '~/ui/toasts';
import { useSaveRoute } from './changes';
import { changesOf, type Draft, draftOf, SWITCHES } from './draft';

interface Props {
  route: Schemas['RouteView'];
  /** It belongs to the configuration file and can only be changed there. */
  fixed: boolean;
}

type TextKey = { [K in keyof Draft]: Draft[K] extends string ? K : never }[keyof Draft];

export function RouteForm({ route, fixed }: Props) {
  const [draft, setDraft] = useState(() => draftOf(route));
  const save = useSaveRoute();
  const changes = changesOf(draft, route);
  const changed = Object.keys(changes).length > 0;
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const wrong = (field: string) =>
    save.error instanceof Problem ? save.error.about(field) : undefined;
  const text = (key: TextKey, hint?: string, field: string = key) => ({
    label: t(`apps.field.${key}`),
    value: draft[key],
    hint,
    wrong: wrong(field),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      set({ [key]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { routeId: route.routeId, body: changes };
    save.mutate(body, { onSuccess: () => void toast(t('apps.saved')) });
  };
  return (
    <form onSubmit={submit}>
      <fieldset className="stack" disabled={fixed}>
        <legend className="hidden-text">{t('apps.settings')}</legend>
        {fixed && (
          <p className="notice">
            <Lock size={17} aria-hidden />
            {t('apps.fixed')}
          </p>
        )}
        {save.isError && (
          <p className="notice bad" role="alert">
            {messageOf(save.error)}
          </p>
        )}
        <Card title={t('apps.where')}>
          <div className="form-grid">
            <TextField {...text('to', t('apps.toHint'))} type="url" required />
            <TextField {...text('pathBase')} required />
            <SelectField {...text('routingMode')}>
              {(['path', 'subdomain', 'both'] as const).map((mode) => (
                <option key={mode} value={mode}>
                  {t(`apps.mode.${mode}`)}
                </option>
              ))}
            </SelectField>
            <TextField {...text('subdomain', t('apps.subdomainHint'))} />
            <SelectField {...text('hostHeader')}>
              {(['client', 'upstream'] as const).map((host) => (
                <option key={host} value={host}>
                  {t(`apps.host.${host}`)}
                </option>
              ))}
            </SelectField>
            <TextField {...text('icon', t('apps.iconHint'))} />
          </div>
        </Card>
        <Card title={t('apps.behaviour')}>
          <div className="stack wide">
            <TextField {...text('scopes', t('apps.scopesHint'))} />
            {SWITCHES.map((key) => (
              <SwitchField
                key={key}
                label={t(`apps.field.${key}`)}
                hint={t(`apps.hint.${key}`)}
                checked={draft[key]}
                onChange={(on) => set({ [key]: on })}
              />
            ))}
          </div>
        </Card>
        <Card title={t('apps.healthCheck')}>
          <div className="stack">
            <div className="form-grid">
              <TextField {...text('healthPath', undefined, 'healthCheck.path')} placeholder="/" />
              <TextField
                {...text('healthExpected', undefined, 'healthCheck.expectedStatus')}
                inputMode="numeric"
                pattern="[1-5][0-9][0-9]"
              />
              <TextField
                {...text('healthInterval', undefined, 'healthCheck.interval')}
                placeholder="10s"
              />
              <TextField
                {...text('healthTimeout', undefined, 'healthCheck.timeout')}
                placeholder="5s"
              />
              <TextField {...text('containerId')} />
            </div>
            <SwitchField
              label={t('apps.field.healthDisabled')}
              checked={draft.healthDisabled}
              onChange={(on) => set({ healthDisabled: on })}
            />
          </div>
        </Card>
        {!fixed && (
          <div className="row save-bar">
            <Button type="submit" look="primary" disabled={!changed} busy={save.isPending}>
              {t('ui.save')}
            </Button>
            {changed && (
              <Button look="quiet" onClick={() => setDraft(draftOf(route))}>
                {t('apps.reset')}
              </Button>
            )}
          </div>
        )}
      </fieldset>
    </form>
  );
}
