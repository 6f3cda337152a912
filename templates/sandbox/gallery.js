// A letter is drawn when it comes near the screen: there are more than three hundred frames.
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      target.src = target.dataset.src;
      near.unobserve(target);
    }
  },
  { rootMargin: '400px' },
);
for (const frame of document.querySelectorAll('iframe[data-src]')) near.observe(frame);
