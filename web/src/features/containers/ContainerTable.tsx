import { ScrollText } from 'lucide-react';
import { Link } from '~/app/Link';
import { bytes, percent } from '~/lib/format';
import { grouped } from '~/lib/group';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { CheckBox } from '~/ui/Field';
import { Spark } from '~/ui/Spark';
import { Dot } from '~/ui/Status';
import { ActionButtons } from './ActionButtons';
import { useActing } from './acting';
import type { Container, Stats } from './queries';
import { isUp, stackOf, stateText, toneOf } from './state';

/** In per cent: below it, a line shows how little it is. */
const ONE_CORE = 100;

interface Props {
  containers: Container[];
  stats: Stats[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Their logs, together. */
  onRead: (containers: Container[]) => void;
}

export function ContainerTable({ containers, stats, chosen, onChoose, onRead }: Props) {
  const toggle = (ids: string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onChoose(next);
  };
  const stacks = grouped(containers, stackOf);
  const names = [...stacks.keys()].sort((a, b) => (a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1));
  return (
    <div className="card flush">
      <table className="containers">
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-text">{t('containers.choose')}</span>
            </th>
            <th scope="col">{t('containers.container')}</th>
            <th scope="col">{t('containers.stateLabel')}</th>
            <th scope="col">{t('containers.cpu')}</th>
            <th scope="col">{t('containers.memory')}</th>
            <th scope="col">
              <span className="hidden-text">{t('containers.actions')}</span>
            </th>
          </tr>
        </thead>
        {names.map((name) => {
          const members = stacks.get(name) ?? [];
          const ids = members.map(({ id }) => id);
          return (
            <tbody key={name}>
              {(name !== '' || names.length > 1) && (
                <tr className="stack-row">
                  <td>
                    <CheckBox
                      label={t('containers.chooseStack', { name: name || t('containers.alone') })}
                      checked={checkedOf(ids, chosen)}
                      onChange={(on) => toggle(ids, on)}
                    />
                  </td>
                  <th scope="rowgroup" colSpan={5}>
                    <span className="row apart">
                      {name || t('containers.alone')}
                      <Button
                        small
                        look="quiet"
                        icon={ScrollText}
                        aria-label={
                          name ? t('containers.log.ofStack', { name }) : t('containers.log.ofAlone')
                        }
                        onClick={() => onRead(members)}
                      >
                        {t('containers.logs')}
                      </Button>
                    </span>
                  </th>
                </tr>
              )}
              {members.map((container) => (
                <Row
                  key={container.id}
                  container={container}
                  stats={stats.find((each) => each.containerId === container.id)}
                  chosen={chosen.has(container.id)}
                  onChoose={(on) => toggle([container.id], on)}
                />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

function checkedOf(ids: string[], chosen: ReadonlySet<string>): boolean | 'indeterminate' {
  const count = ids.filter((id) => chosen.has(id)).length;
  return count === 0 ? false : count === ids.length || 'indeterminate';
}

interface RowProps {
  container: Container;
  stats: Stats | undefined;
  chosen: boolean;
  onChoose: (on: boolean) => void;
}

function Row({ container, stats, chosen, onChoose }: RowProps) {
  const { name, image, id } = container;
  const acting = useActing(id);
  const counted = isUp(container) ? stats : undefined;
  return (
    <tr className={chosen ? 'chosen' : undefined}>
      <td>
        <CheckBox
          label={t('containers.chooseOne', { name })}
          checked={chosen}
          onChange={onChoose}
        />
      </td>
      <td className="name">
        <Link to={`containers/${encodeURIComponent(name)}`} className="strong cut">
          {name}
        </Link>
        <span className="small muted mono cut">{image}</span>
      </td>
      <td>
        <span className="row">
          <Dot tone={acting ? 'warn' : toneOf(container)} text={container.state} />
          <span className="small">
            {acting ? t(`containers.doing.${acting}`) : stateText(container)}
          </span>
        </span>
      </td>
      <td className="numbers small wide-only">
        {counted ? (
          <span className="row">
            <Spark values={counted.trail.cpu} most={ONE_CORE} />
            {percent(counted.cpu.usage)}
          </span>
        ) : (
          '–'
        )}
      </td>
      <td className="numbers small wide-only">
        {counted ? <Memory used={counted.memory.used} share={counted.memory.usage} /> : '–'}
      </td>
      <td className="end">
        <ActionButtons container={container} />
      </td>
    </tr>
  );
}

function Memory({ used, share }: { used: number; share: number }) {
  return (
    <span className="row">
      <span className="meter memory" aria-hidden>
        <span style={{ width: `${Math.min(100, share)}%` }} />
      </span>
      {bytes(used)}
    </span>
  );
}
