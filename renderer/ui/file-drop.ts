import { type DragEvent, useState } from 'react';

/** Makes an element take a file that is dropped on it; `isOver` while one is held above it. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent): void => {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: (): void => setIsOver(false),
      onDrop: (event: DragEvent): void => {
        event.preventDefault();
        setIsOver(false);
        const file = event.dataTransfer.files[0];
        if (file !== undefined) onFile(file);
      },
    },
  };
}
