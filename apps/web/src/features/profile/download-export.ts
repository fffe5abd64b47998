/** Downloads what is stored about the player, for their password or a passkey. */
import { ApiError } from '@fairground/site-kit/api/api-error.ts';
import { apiUrl, credentials } from '@fairground/site-kit/api/endpoints.ts';
import { readRefusal, shownPlayerHeader } from '@fairground/site-kit/api/request.ts';
import type { Proof } from '@fairground/site-kit/forms/use-proof-form.ts';
import { t } from '@fairground/site-kit/i18n/i18n.ts';
import { saveFile } from '@fairground/site-kit/ui/save-file.ts';

export async function downloadExport(proof: Proof): Promise<void> {
  const response = await fetch(apiUrl('/user/export'), {
    method: 'POST',
    credentials,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...shownPlayerHeader() },
    body: JSON.stringify(proof),
  }).catch(() => {
    throw new ApiError({ status: 0, code: 'network', detail: t('error.network') });
  });
  if (!response.ok) throw await readRefusal(response);
  saveFile(await response.blob(), 'fairground.json');
}
