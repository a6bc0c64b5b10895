import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient } from '~/api/queries';
import { complain } from '~/ui/toasts';

export type Certificate = Schemas['CertificateView'];

export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: () => ok(api.GET('/api/v1/certificates')),
});

export const suggestQuery = queryOptions({
  queryKey: ['certificate-suggestions'],
  queryFn: () => ok(api.GET('/api/v1/certificates/suggest')),
  staleTime: 0,
});

const reread = () => queryClient.invalidateQueries({ queryKey: ['certificates'] });

export function useGenerate() {
  return useMutation({
    mutationFn: (body: Schemas['GenerateInput']) =>
      ok(api.POST('/api/v1/certificates/generate', { body })),
    onSuccess: reread,
  });
}

export function useRenew() {
  return useMutation({
    mutationFn: (domain: string) =>
      ok(api.POST('/api/v1/certificates/renew', { body: { domain } })),
    onSuccess: reread,
    onError: complain,
  });
}

export function useReplace() {
  return useMutation({
    mutationFn: (body: Schemas['ReplaceInput']) =>
      ok(api.POST('/api/v1/certificates/replace', { body })),
    onSuccess: reread,
  });
}

export function useDeleteCertificate() {
  return useMutation({
    mutationFn: (domain: string) =>
      ok(api.DELETE('/api/v1/certificates/{domain}', { params: { path: { domain } } })),
    onSuccess: reread,
    onError: complain,
  });
}
