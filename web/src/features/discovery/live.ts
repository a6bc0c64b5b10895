import type { Schemas } from '~/api/client';
import type { LiveHandlers } from '~/api/live/follow';
import { proposalsQuery, queryClient } from '~/api/queries';

type Proposal = Schemas['Proposal'];

const change = (update: (known: Proposal[]) => Proposal[]) =>
  queryClient.setQueryData(proposalsQuery.queryKey, (known) => known && update(known));

const without = (id: string) => change((known) => known.filter((each) => each.id !== id));

// The events carry all there is to know, so that nothing has to be read again.
export const handlers: LiveHandlers = {
  discovery: (found: Proposal, refresh) => {
    change((known) => [...known.filter((each) => each.id !== found.id), found]);
    refresh(['health']);
  },
  proposal_approved: ({ proposalId }: { proposalId: string }) => void without(proposalId),
  proposal_dismissed: ({ proposalId }: { proposalId: string }) => void without(proposalId),
  proposal_withdrawn: ({ proposalId }: { proposalId: string }) => void without(proposalId),
};
