/** Hands a file to the player's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it in this turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
