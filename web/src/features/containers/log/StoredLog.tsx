import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { api, ok } from '~/api/client';
import { messageOf } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { SelectField, TextField } from '~/ui/Field';
import { LogBuffer } from '~/ui/log/buffer';
import { LogView } from '~/ui/log/LogView';
import { type Container, placeOf } from '../queries';

interface Question {
  q: string;
  hours: string;
}

const HOURS = ['', '1', '24', '168'];

/** Looks through what the gateway has kept, also from before the container was started anew. */
export function StoredLog({ container }: { container: Container }) {
  const [question, setQuestion] = useState<Question>({ q: '', hours: '' });
  const [buffer] = useState(() => new LogBuffer());
  const found = useQuery({
    queryKey: ['stored-log', container.id, question],
    queryFn: () => {
      const since = question.hours
        ? new Date(Date.now() - Number(question.hours) * 3_600_000).toISOString()
        : undefined;
      const query = { ...placeOf(container), q: question.q || undefined, since, limit: 1000 };
      const params = { path: { containerId: container.id }, query };
      return ok(api.GET('/api/v1/containers/{containerId}/logs', { params }));
    },
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (!found.data) return;
    buffer.clear();
    buffer.append(
      found.data.lines.map(({ message, stream, timestamp }) => ({
        at: Date.parse(timestamp),
        stream,
        text: message,
      })),
    );
  }, [found.data, buffer]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setQuestion({ q: String(fields.get('q')).trim(), hours: String(fields.get('hours')) });
  };
  return (
    <>
      <form className="row wrap stored-form" onSubmit={submit}>
        <TextField label={t('containers.log.contains')} name="q" maxLength={200} />
        <SelectField label={t('containers.log.since')} name="hours">
          {HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {t(`containers.log.hours${hours}`)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" icon={Search} busy={found.isFetching}>
          {t('ui.search')}
        </Button>
      </form>
      {found.isError && (
        <p className="notice bad" role="alert">
          {messageOf(found.error)}
        </p>
      )}
      <LogView
        buffer={buffer}
        label={t('containers.log.stored')}
        file={`${container.name}-stored`}
        hit={question.q}
        empty={found.isFetching ? t('ui.loading') : t('containers.log.nothing')}
      />
    </>
  );
}
