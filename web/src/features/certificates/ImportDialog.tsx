import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { TextAreaField, TextField } from '~/ui/Field';
import { useReplace } from './queries';

/** A pair from elsewhere; chain and key are checked to belong together before anything changes. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [domain, setDomain] = useState('');
  const [certificate, setCertificate] = useState('');
  const [privateKey, setPrivateKey] = useState('');
  const replace = useReplace();
  const wrong = (field: string) =>
    replace.error instanceof Problem ? replace.error.about(field) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replace.mutate({ domain: domain.trim(), certificate, privateKey }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('certificates.import')}
      about={t('certificates.importAbout')}
    >
      <form className="stack" onSubmit={submit}>
        {replace.isError && (
          <p className="notice bad" role="alert">
            {messageOf(replace.error)}
          </p>
        )}
        <TextField
          label={t('certificates.domain')}
          value={domain}
          required
          onChange={(event) => setDomain(event.target.value)}
          wrong={wrong('domain')}
        />
        <TextAreaField
          label={t('certificates.chain')}
          value={certificate}
          required
          rows={6}
          placeholder="-----BEGIN CERTIFICATE-----"
          onChange={(event) => setCertificate(event.target.value)}
          wrong={wrong('certificate')}
        />
        <TextAreaField
          label={t('certificates.key')}
          hint={t('certificates.keyAbout')}
          value={privateKey}
          required
          rows={6}
          placeholder="-----BEGIN PRIVATE KEY-----"
          onChange={(event) => setPrivateKey(event.target.value)}
          wrong={wrong('privateKey')}
        />
        <Button type="submit" look="primary" busy={replace.isPending}>
          {t('certificates.import')}
        </Button>
      </form>
    </Dialog>
  );
}
