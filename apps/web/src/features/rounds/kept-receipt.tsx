/** Whether this browser has the site's receipt for a stake, and whether the site kept to it. */
import { useQuery } from '@tanstack/react-query';
import { compareKept, receiptTexts } from '@fairground/site-kit/receipts/compare-receipt.ts';
import { useReceiptTexts } from '@fairground/site-kit/receipts/texts.ts';

interface KeptReceiptProps {
  game: string;
  /** Of the stake. */
  id: string;
}

export default function KeptReceipt({ game, id }: KeptReceiptProps) {
  const t = useReceiptTexts();
  const { data } = useQuery({
    queryKey: ['kept-receipt', game, id],
    queryFn: () => compareKept(game, id),
    networkMode: 'always',
  });
  return data === undefined ? null : <p className="text-14 leading-5 text-quiet">{t(receiptTexts[data])}</p>;
}
