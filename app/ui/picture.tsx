interface Photograph {
  /** A master imported with `?w=…&format=avif;webp&as=picture`. */
  photo: Renditions;
  /** Its width in the layout, as in `<img sizes>`. No range syntax: the build converts it in CSS only. */
  sizes: string;
}

interface Props extends Photograph {
  alt: string;
  /** Another crop, shown if its media query matches. */
  alternative?: Photograph & { media: string };
  /** `high` loads the first view's picture at once, `low` loads after all others. */
  priority?: "high" | "low";
  className?: string;
}

/**
 * A photograph in AVIF at several widths, or in one WebP for browsers without AVIF (before Safari 16.4).
 * Its space is reserved while it loads.
 */
export function Picture({ photo, sizes, alt, alternative, priority, className }: Props) {
  return (
    <picture>
      {alternative && <Source {...alternative} />}
      <Source photo={photo} sizes={sizes} />
      {alternative && <source srcSet={alternative.photo.img.src} media={alternative.media} />}
      <img
        src={photo.img.src}
        width={photo.img.w}
        height={photo.img.h}
        alt={alt}
        className={className}
        loading={priority === "high" ? "eager" : "lazy"}
        fetchPriority={priority}
        decoding={priority === "high" ? undefined : "async"}
      />
    </picture>
  );
}

function Source({ photo, sizes, media }: Photograph & { media?: string }) {
  return (
    <source
      type="image/avif"
      srcSet={photo.sources.avif}
      sizes={sizes}
      media={media}
      width={photo.img.w}
      height={photo.img.h}
    />
  );
}
