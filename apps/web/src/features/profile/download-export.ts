/** Downloads what is stored about the player, for their password or a passkey. */
import { ApiError } from '../../shared/api/api-error.ts';
import { apiUrl, credentials } from '../../shared/api/endpoints.ts';
import { readRefusal, shownPlayerHeader } from '../../shared/api/request.ts';
import type { Proof } from '../../shared/forms/use-proof-form.ts';
import { t } from '../../shared/i18n/i18n.ts';

export async function downloadExport(proof: Proof): Promise<void> {
  let response: Response;
  try {
    response = await fetch(apiUrl('/user/export'), {
      method: 'POST',
      credentials,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...shownPlayerHeader() },
      body: JSON.stringify(proof),
    });
  } catch {
    throw new ApiError({ status: 0, code: 'network', detail: t('error.network') });
  }
  if (!response.ok) throw await readRefusal(response);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = 'fairground.json';
  link.click();
  // The browser has begun to read it in this turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
