/** The receipts of this browser: how many there are, whether the site kept to them, and all of them as a file. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { compareReceipt } from '@fairground/site-kit/receipts/compare-receipt.ts';
import { listReceipts, type KeptReceipt } from '@fairground/site-kit/receipts/kept-receipts.ts';
import { useReceiptTexts } from '@fairground/site-kit/receipts/receipt-texts.ts';
import { saveFile } from '@fairground/site-kit/ui/save-file.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';

const maxCompared = 20;

export default function ReceiptsPanel() {
  const t = useReceiptTexts();
  const { data: receipts, isError } = useQuery({
    queryKey: ['kept-receipts'],
    queryFn: listReceipts,
    networkMode: 'always',
  });
  return (
    <Panel title={t('receipts.title')}>
      <div className="grid justify-items-start gap-3">
        <p className="text-quiet">{t('receipts.text')}</p>
        {isError && <p>{t('receipts.noStorage')}</p>}
        {receipts && <p className="font-bold">{t('receipts.count', { n: receipts.length })}</p>}
        {receipts && receipts.length > 0 && <Acts receipts={receipts} />}
      </div>
    </Panel>
  );
}

function Acts({ receipts }: { receipts: readonly KeptReceipt[] }) {
  const t = useReceiptTexts();
  const [result, setResult] = useState<Counts>();
  const [isBusy, setBusy] = useState(false);
  const compare = async () => {
    setBusy(true);
    setResult(await compareAll(receipts.slice(0, maxCompared)));
    setBusy(false);
  };
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={isBusy} onClick={() => void compare()}>
          {t('receipts.compare')}
        </Button>
        <Button variant="secondary" onClick={() => saveFile(fileOf(receipts), 'receipts.txt')}>
          {t('receipts.save')}
        </Button>
      </div>
      <div role="status" className="grid gap-1">
        {result && <p>{t('receipts.compared', { kept: result.kept, n: result.all, open: result.open })}</p>}
        {result && result.broken > 0 && (
          <p className="font-bold">{t('receipts.broken', { n: result.broken })}</p>
        )}
        {result && result.unread > 0 && <p>{t('receipts.unread', { n: result.unread })}</p>}
      </div>
    </>
  );
}

interface Counts {
  all: number;
  kept: number;
  open: number;
  broken: number;
  unread: number;
}

async function compareAll(receipts: readonly KeptReceipt[]): Promise<Counts> {
  const counts: Counts = { all: receipts.length, kept: 0, open: 0, broken: 0, unread: 0 };
  for (const { text } of receipts) {
    const state = await compareReceipt(text);
    if (state === 'kept') counts.kept += 1;
    else if (state === 'not_sealed') counts.open += 1;
    else if (state === 'failed') counts.unread += 1;
    else counts.broken += 1;
  }
  return counts;
}

/** One on a line, as `npm run verify -- receipt` reads them. */
const fileOf = (receipts: readonly KeptReceipt[]): Blob =>
  new Blob(
    receipts.map(({ text }) => `${text}\n`),
    { type: 'text/plain' },
  );
