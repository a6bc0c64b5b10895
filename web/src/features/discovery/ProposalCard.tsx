import { Check, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '~/api/client';
import { LetterIcon } from '~/features/apps/AppIcon';
import { percent } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { CheckBox, SelectField, TextField } from '~/ui/Field';
import { Tag, type Tone } from '~/ui/Status';
import { approve, dismiss, shortPath, type Wishes } from './decide';

interface Props {
  proposal: Schemas['Proposal'];
  wishes: Wishes;
  onWishes: (wishes: Wishes) => void;
  selected: boolean;
  /** Where there is something to choose among. */
  onSelect?: (on: boolean) => void;
}

const toneOf = (confidence: number): Tone =>
  confidence >= 0.85 ? 'good' : confidence >= 0.65 ? 'accent' : 'warn';

export function ProposalCard({ proposal, wishes, onWishes, selected, onSelect }: Props) {
  const [busy, setBusy] = useState(false);
  const [changing, setChanging] = useState(false);
  const { suggestedApp: app, suggestedRoute: route } = proposal;
  const letIn = async () => {
    setBusy(true);
    await approve([{ proposal, ...wishes }]);
    setBusy(false);
  };
  return (
    <li className="card proposal">
      <div className="row">
        {onSelect && (
          <CheckBox
            label={t('discovery.select', { name: app.name })}
            checked={selected}
            onChange={onSelect}
          />
        )}
        <LetterIcon name={app.name} />
        <div className="grow">
          <h2 className="cut">{wishes.name || app.name}</h2>
          <p className="small muted cut">
            {proposal.detectedScheme}://{proposal.detectedHost}:{proposal.detectedPort} →{' '}
            {wishes.path?.trim() ? `/apps/${wishes.path.trim()}/` : route.pathBase}
          </p>
        </div>
        <Tag tone={toneOf(proposal.confidence)}>
          {t('discovery.sure', { share: percent(proposal.confidence * 100) })}
        </Tag>
      </div>
      <div className="row wrap">
        <Tag>{t(`discovery.source.${proposal.source}`)}</Tag>
        {proposal.tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </div>
      <Reasons title={t('discovery.evidence')} items={proposal.evidence} />
      <Reasons title={t('discovery.notes')} items={proposal.securityNotes} />
      {changing && (
        <div className="row wrap">
          <TextField
            label={t('discovery.appName')}
            value={wishes.name ?? app.name}
            maxLength={100}
            onChange={(event) => onWishes({ ...wishes, name: event.target.value })}
          />
          <TextField
            label={t('discovery.group')}
            value={wishes.group ?? app.tags[0] ?? ''}
            maxLength={50}
            onChange={(event) => onWishes({ ...wishes, group: event.target.value })}
          />
          <TextField
            label={t('discovery.path')}
            value={wishes.path ?? shortPath(route.pathBase)}
            maxLength={100}
            onChange={(event) => onWishes({ ...wishes, path: event.target.value })}
          />
        </div>
      )}
      <div className="row wrap proposal-end">
        {proposal.availablePorts.length > 1 && (
          <SelectField
            label={t('discovery.port')}
            value={wishes.port}
            onChange={(event) => onWishes({ ...wishes, port: Number(event.target.value) })}
          >
            {proposal.availablePorts.map((each) => (
              <option key={each.port} value={each.port}>
                {each.port} ({each.scheme})
              </option>
            ))}
          </SelectField>
        )}
        <span className="grow" />
        {!changing && (
          <Button look="quiet" icon={Pencil} onClick={() => setChanging(true)}>
            {t('discovery.change')}
          </Button>
        )}
        <Button icon={X} onClick={() => dismiss([proposal])}>
          {t('discovery.dismiss')}
        </Button>
        <Button look="primary" icon={Check} busy={busy} onClick={() => void letIn()}>
          {t('discovery.approve')}
        </Button>
      </div>
    </li>
  );
}

function Reasons({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null;
  return (
    <details className="reasons small">
      <summary>
        {title} <span className="muted">({items.length})</span>
      </summary>
      <ul>
        {items.map((item) => (
          <li key={item} className="break">
            {item}
          </li>
        ))}
      </ul>
    </details>
  );
}
