import sharp from "sharp";

// Several pictures are processed at once, each on one thread; no operation is repeated.
sharp.concurrency(1);
sharp.cache(false);

export default sharp;
