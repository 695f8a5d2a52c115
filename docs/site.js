// The theme puts each button that copies an example in a landmark without a name, and wide tables in a region that the
// keyboard cannot scroll. Both are made after the page has loaded.
function repair() {
  for (const nav of document.querySelectorAll('.md-code__nav:not([role])')) nav.setAttribute('role', 'none')
  for (const wrap of document.querySelectorAll('.md-typeset__scrollwrap:not([tabindex])')) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0
  }
}
new MutationObserver(repair).observe(document.body, { childList: true, subtree: true })
repair()
