"use client";

import { useEffect, useState } from "react";
import { vanishesOnWhite } from "./logo-visibility";

const maxSide = 128;

/** Reads the pixels of a loaded picture, at most 128 a side. */
function pixelsOf(picture: HTMLImageElement): Uint8ClampedArray | undefined {
  const scale = Math.min(1, maxSide / Math.max(picture.naturalWidth, picture.naturalHeight));
  const width = Math.max(1, Math.round(picture.naturalWidth * scale));
  const height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const drawing = canvas.getContext("2d");
  drawing?.drawImage(picture, 0, 0, width, height);
  return drawing?.getImageData(0, 0, width, height).data;
}

/** Whether the logo vanishes on the white behind it. False until the picture is read. */
export function useVanishingLogo(url: string | null): boolean {
  const [vanishing, setVanishing] = useState<string>();
  useEffect(() => {
    if (url === null) return;
    const picture = new Image();
    picture.onload = () => {
      const pixels = pixelsOf(picture);
      setVanishing(pixels !== undefined && vanishesOnWhite(pixels) ? url : undefined);
    };
    picture.src = url;
    return () => {
      picture.onload = null;
    };
  }, [url]);
  return url !== null && vanishing === url;
}
