import type { Schemas } from '~/api/client';
import type { LiveHandlers, Refresh } from '~/api/live/follow';
import { change, proposalsQuery } from '~/api/queries';

type Proposal = Schemas['Proposal'];

const without = ({ proposalId }: { proposalId: string }, refresh: Refresh) =>
  change(proposalsQuery, (known) => known.filter((each) => each.id !== proposalId), refresh);

// The events carry all there is to know, so that nothing has to be read again.
export const handlers: LiveHandlers = {
  discovery: (found: Proposal, refresh) => {
    const others = (known: Proposal[]) => known.filter((each) => each.id !== found.id);
    change(proposalsQuery, (known) => [...others(known), found], refresh);
    refresh(['health']);
  },
  proposal_approved: without,
  proposal_dismissed: without,
  proposal_withdrawn: without,
};
