import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from '~/app/Link';
import { bytes, percent } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { CheckBox } from '~/ui/Field';
import { LongTable, type RowPlace } from '~/ui/LongTable';
import { Spark } from '~/ui/Spark';
import { Dot } from '~/ui/Status';
import { ActionButtons } from './ActionButtons';
import { useActing } from './acting';
import type { Container, Stats } from './queries';
import { type Row, rowsOf } from './rows';
import { isUp, stateText, toneOf } from './state';

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

const ROW_HEIGHT = 58;

export function ContainerTable({ containers, stats, chosen, onChoose, onRead }: Props) {
  const toggle = (ids: string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onChoose(next);
  };
  const rows = useMemo(() => rowsOf(containers), [containers]);
  const counted = useMemo(() => new Map(stats.map((each) => [each.containerId, each])), [stats]);
  const draw = (row: Row, { key, ...place }: RowPlace & { key: string }) => {
    if (row.kind === 'stack') {
      const ids = row.members.map(({ id }) => id);
      return (
        <StackRow
          key={key}
          {...place}
          name={row.name}
          checked={checkedOf(ids, chosen)}
          onChoose={(on) => toggle(ids, on)}
          onRead={() => onRead(row.members)}
        />
      );
    }
    const { id } = row.container;
    return (
      <ContainerRow
        key={key}
        {...place}
        container={row.container}
        stats={counted.get(id)}
        chosen={chosen.has(id)}
        onChoose={(on) => toggle([id], on)}
      />
    );
  };
  return (
    <LongTable
      name="containers"
      head={head()}
      columns={6}
      items={rows}
      keyOf={({ key }) => key}
      rowHeight={ROW_HEIGHT}
      row={draw}
    />
  );
}

const head = () => (
  <>
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
  </>
);

function checkedOf(ids: string[], chosen: ReadonlySet<string>): boolean | 'indeterminate' {
  const count = ids.filter((id) => chosen.has(id)).length;
  return count === 0 ? false : count === ids.length || 'indeterminate';
}

interface PlaceProps extends RowPlace {
  onChoose: (on: boolean) => void;
}

interface StackProps extends PlaceProps {
  name: string;
  checked: boolean | 'indeterminate';
  onRead: () => void;
}

function StackRow({ index, measure, name, checked, onChoose, onRead }: StackProps) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="stack-row">
      <td>
        <CheckBox
          label={t('containers.chooseStack', { name: name || t('containers.alone') })}
          checked={checked}
          onChange={onChoose}
        />
      </td>
      <th scope="row" colSpan={5}>
        <span className="row apart">
          {name || t('containers.alone')}
          <Button
            small
            look="quiet"
            icon={ScrollText}
            aria-label={name ? t('containers.log.ofStack', { name }) : t('containers.log.ofAlone')}
            onClick={onRead}
          >
            {t('containers.logs')}
          </Button>
        </span>
      </th>
    </tr>
  );
}

interface RowProps extends PlaceProps {
  container: Container;
  stats: Stats | undefined;
  chosen: boolean;
}

function ContainerRow({ index, measure, container, stats, chosen, onChoose }: RowProps) {
  const { name, image, id } = container;
  const acting = useActing(id);
  const counted = isUp(container) ? stats : undefined;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className={chosen ? 'chosen' : undefined}
    >
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
          {acting ? (
            <span className="small">{t(`containers.doing.${acting}`)}</span>
          ) : (
            <State container={container} />
          )}
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

/** On a phone there is room for one word; the container's own page says the rest. */
function State({ container }: { container: Container }) {
  return (
    <>
      <span className="small wide-only">{stateText(container)}</span>
      <span className="small narrow-only">{t(`containers.state.${container.state}`)}</span>
    </>
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
