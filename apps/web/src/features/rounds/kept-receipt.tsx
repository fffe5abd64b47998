/** Whether this browser has the site's receipt for a stake, and whether the site kept to it. */
import { useQuery } from '@tanstack/react-query';
import type { Stake } from '@fairground/fairness/receipt-seal';
import { compareKept, receiptTexts } from '@fairground/site-kit/receipts/compare-receipt.ts';
import { useReceiptTexts } from '@fairground/site-kit/receipts/receipt-texts.ts';

export default function KeptReceipt({ stake }: { stake: Stake }) {
  const t = useReceiptTexts();
  const { data } = useQuery({
    queryKey: ['kept-receipt', stake],
    queryFn: () => compareKept(stake),
    networkMode: 'always',
  });
  return data === undefined ? null : <p className="text-14 leading-5 text-quiet">{t(receiptTexts[data])}</p>;
}
