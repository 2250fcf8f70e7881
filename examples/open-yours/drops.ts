/** Files may be let go anywhere on the page; what else is dragged keeps its usual way. */
export function acceptDrops(drop: (transfer: DataTransfer) => void): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const mark = (isOver: boolean) => document.body.classList.toggle('dropping', isOver);
  for (const name of ['dragenter', 'dragover'] as const) {
    document.addEventListener(name, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    });
  }
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) mark(false);
  });
  document.addEventListener('drop', (event) => {
    mark(false);
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    drop(event.dataTransfer);
  });
}
