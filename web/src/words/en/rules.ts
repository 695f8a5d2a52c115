export default {
  'rules.title': 'Rules',
}
