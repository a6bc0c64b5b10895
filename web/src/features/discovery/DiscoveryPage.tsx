import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Radar, RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import { api, ok, type Schemas } from '~/api/client';
import { proposalsQuery, queryClient } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { CheckBox } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { complain, toast } from '~/ui/toasts';
import { DismissedCard } from './DismissedCard';
import { approve, dismiss, type Wishes } from './decide';
import { ProposalCard } from './ProposalCard';
import { Sources } from './Sources';
import './discovery.css';

type Proposal = Schemas['Proposal'];

export default function DiscoveryPage() {
  const proposals = useQuery(proposalsQuery);
  const look = useMutation({
    mutationFn: () => ok(api.POST('/api/v1/discovery/rediscover')),
    onSuccess: ({ message }) => {
      toast(message);
      void queryClient.invalidateQueries({ queryKey: ['proposals'] });
    },
    onError: complain,
  });
  const again = (
    <Button icon={RefreshCw} busy={look.isPending} onClick={() => look.mutate()}>
      {t('discovery.rediscover')}
    </Button>
  );
  return (
    <Page title={t('discovery.name')} about={t('discovery.about')} actions={again}>
      <Sources />
      <Loaded query={proposals} height={260}>
        {(found) => (found.length === 0 ? <Nothing /> : <Proposals found={found} />)}
      </Loaded>
      <DismissedCard />
    </Page>
  );
}

function Nothing() {
  return (
    <section className="card">
      <Empty icon={Radar} title={t('discovery.none')}>
        <p>{t('discovery.noneAbout')}</p>
      </Empty>
    </section>
  );
}

function Proposals({ found }: { found: Proposal[] }) {
  const [chosen, setChosen] = useState<Set<string>>(new Set());
  const [wishes, setWishes] = useState<Record<string, Wishes>>({});
  const sorted = [...found].sort(
    (a, b) => b.confidence - a.confidence || a.suggestedApp.name.localeCompare(b.suggestedApp.name),
  );
  const wishesFor = (proposal: Proposal) => wishes[proposal.id] ?? { port: proposal.detectedPort };
  const selected = sorted.filter((proposal) => chosen.has(proposal.id));
  const all = selected.length === sorted.length;
  const select = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const forget = () => setChosen(new Set());
  return (
    <>
      {sorted.length > 1 && (
        <div className="row wrap apart bulk">
          <div className="row">
            <CheckBox
              label={t('discovery.all')}
              checked={all ? true : selected.length > 0 ? 'indeterminate' : false}
              onChange={(on) => setChosen(new Set(on ? sorted.map(({ id }) => id) : []))}
            />
            <span className="muted">{t('discovery.found', { count: sorted.length })}</span>
          </div>
          {selected.length > 0 && (
            <div className="row">
              <Button
                look="primary"
                small
                icon={Check}
                onClick={() => {
                  forget();
                  void approve(selected.map((proposal) => ({ proposal, ...wishesFor(proposal) })));
                }}
              >
                {t('discovery.approveSome', { count: selected.length })}
              </Button>
              <Button
                small
                icon={X}
                onClick={() => {
                  forget();
                  dismiss(selected);
                }}
              >
                {t('discovery.dismissSome', { count: selected.length })}
              </Button>
            </div>
          )}
        </div>
      )}
      <ul className="proposals">
        {sorted.map((proposal) => (
          <ProposalCard
            key={proposal.id}
            proposal={proposal}
            wishes={wishesFor(proposal)}
            onWishes={(wanted) => setWishes({ ...wishes, [proposal.id]: wanted })}
            selected={chosen.has(proposal.id)}
            onSelect={sorted.length > 1 ? (on) => select(proposal.id, on) : undefined}
          />
        ))}
      </ul>
    </>
  );
}
