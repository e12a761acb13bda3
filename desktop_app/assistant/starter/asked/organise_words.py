"""Every action of the window in words: a table for each of the four languages. Pure.

`<t>` stands for what it is about, `<l>` for a label. A row that fits a whole piece of a request
says which action it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

LABEL, UNLABEL, UNSUBSCRIBE, SNOOZE = "label", "unlabel", "unsubscribe", "snooze"
MOVE = "move"
"""A label, where one of that name is there: *move it to Friday* may mean a day."""

_T, _L = r"(?P<t>.*?)", r"[\"“„«']?(?P<l>[^\"“”„«»]+?)[\"”“»']?"
_ON = r"(?:on|in|at|next|tomorrow|tonight|later|this|again|until|till)\b"

_ENGLISH = (
    ("unstar", rf"(?:unstar|unflag)\b {_T}"),
    ("unstar", (rf"(?:remove|take|clear|drop|delete) (?:the |its )?stars?(?: off| from| of"
               rf"| on)? ?{_T}")),
    ("star", rf"(?:star|flag)\b {_T}"),
    ("star", rf"(?:put|add|stick|set) (?:a |the )?stars? (?:on|to|next to|at) {_T}"),
    ("star", rf"give {_T} a star|mark {_T} (?:with a star|as (?:starred|a favou?rite))"),
    ("unread", rf"(?:mark|make|keep|leave|set|flag) {_T}(?: as| it)? unread"),
    ("unread", rf"mark (?:as )?unread {_T}"),
    ("read", rf"(?:mark|set|flag) {_T}(?: as)? (?:read|seen)|mark (?:as )?read {_T}"),
    ("inbox", (rf"(?:move|put|bring|send) {_T} (?:back )?(?:to|in|into) (?:the |my )?inbox"
              rf"|unarchive {_T}")),
    ("untrash", rf"(?:restore|undelete) {_T}|take {_T} (?:back )?out of (?:the )?(?:trash|bin)"),
    ("archive", (rf"archive\b {_T}|file {_T} away|(?:move|put|send) {_T} (?:to|in|into) (?:the "
                rf"|my )?archive")),
    ("spam", (rf"(?:mark|report|flag) {_T} as (?:spam|junk)|(?:this|that|it)(?: is|'s) (?:spam"
             rf"|junk)")),
    ("spam", (rf"(?:move|put|send) {_T} (?:to|in|into) (?:the |my )?(?:spam|junk)(?: folder)?"
             rf"|spam\b {_T}")),
    (UNSUBSCRIBE, (rf"unsub(?:scribe)?(?: me)?(?: (?:from|of|to))? {_T}|(?:get"
                  rf"|take) me off(?: of)? {_T}")),
    (UNSUBSCRIBE, (r"(?:stop|no more|end) (?:getting |receiving |sending me |with )?(?P<t>(?:this"
                  r"|these|the|those) "
     r"(?:\w+ )*(?:newsletters?|mailing list|list|mails|emails|letters?))")),
    (UNSUBSCRIBE, (r"stop (?:sending|mailing|emailing)(?: me)?(?: (?P<t>this|these|that|those"
                  r"|it))?(?: .{0,30})?")),
    (UNSUBSCRIBE, (r"(?:is there|where(?:'s| is)|how (?:do|can) i|can i"
                  r"|i want to)\b.{0,20}\bunsubscri.{0,40}(?P<t>)")),
    (UNSUBSCRIBE, (r"i (?:don't|do not|dont) want (?:to (?:get|receive) )?(?P<t>(?:this|these|the"
                  r"|any|more|such)\b.*?"
     r"(?:mails?|newsletters?|letters?|list))(?: any ?more| again)?|leave (?P<t>(?:this"
     r"|the) (?:mailing )?list)")),
    (SNOOZE, rf"snooze\b {_T}(?: (?:until|till|to|for|on)\b.*)?|remind me\b(?! (?:of )?what\b).*"),
    (SNOOZE, r"(?:bring|show|give)(?: me)? (?:this|it|that)(?: mail| thread)? (?:back|again)\b.*"),
    (SNOOZE, (rf"(?:bring|show)(?: me)? {_T} (?:back|again)(?: to me)? {_ON}.*|hide {_T} (?:until"
             rf"|till)\b.*")),
    (UNLABEL, (rf"(?:remove|take off|take|drop|delete) (?:the )?(?:label|tag) {_L}(?: (?:from|off"
              rf"|of) {_T})?")),
    (LABEL, (rf"(?:add|put|attach|stick|apply|set) (?:the |a )?(?:label|tag) {_L}(?: (?:to"
            rf"|on) {_T})?")),
    (LABEL, (rf"give {_T} the (?:label|tag) {_L}|(?:label|tag)\b {_T} ?(?:\bas|\bwith"
            rf"|\bunder) {_L}")),
    (LABEL, rf"(?:add|put|attach) (?:the |a |my )?{_L} (?:label|tag)(?: (?:to|on) {_T})?"),
    (LABEL, (rf"(?:label|tag) (?P<t>(?:all|every|these|those|the|\w+['’]s)\b.*?(?:mails?|messages?"
            rf"|ones|newsletters?)(?: from \S+)?) {_L}")),
    (LABEL, rf"(?:label|tag) (?P<t>this|it|that|these|them|those) {_L}"),
    (LABEL, r"(?:label|tag)(?P<t>):? (?P<l>[\w-]+)"),
    ("trash", rf"(?:delete|trash|get rid of|throw (?:away|out)|dump|discard|erase)\b {_T}"),
    ("trash", (r"(?:remove) (?P<t>(?:this|it|that|these|them|those|the (?:mail|thread)|all"
              r"|everything)\b.*?)")),
    ("trash", r"bin (?P<t>(?:this|it|that|these|them|those|all|everything|the|my|\w+['’]s)\b.*?)"),
    ("trash", (rf"throw {_T} (?:away|out)|(?:move|put|send|chuck) {_T} (?:to|in|into) (?:the "
              rf"|my )?(?:trash|bin|rubbish)")),
    (MOVE, (rf"(?:move|file|put|sort) {_T} (?:to|into|in|under) (?:the |my )?(?:folder "
           rf"|label )?{_L}(?: folder| label)?")),
)  # fmt: skip
_GERMAN = (
    ("unstar", (rf"(?:entferne?|nimm|lösche?) (?:den |die )?stern(?:e|chen)?(?: (?:von|bei"
               rf"|an) {_T})?(?: weg| ab| raus)?")),
    ("unstar", r"(?:den )?stern(?:chen)? (?:weg|entfernen)(?P<t>)"),
    ("star", (rf"(?:markiere?|versieh) {_T} mit (?:einem )?stern(?:chen)?|gib {_T} (?:einen"
             rf"|ein) stern(?:chen)?")),
    ("star", (rf"(?:setze?|mache?|packe?|hänge?|tue?) (?:einen |den |ein )?stern(?:chen)? (?:an|auf"
             rf"|für|bei|zu|vor) {_T}")),
    ("star", (rf"(?:mach(?:e)? )?(?:einen |ein )?stern(?:chen)? (?:dran|drauf|setzen)(?P<t>)"
             rf"|{_T} mit stern(?:chen)? markieren")),
    ("unread", (rf"(?:markiere?|mache?|setze?|lasse?) {_T} ?(?:als|auf)? ?ungelesen"
               rf"|{_T} ?als ungelesen markieren")),
    ("unread", rf"als ungelesen markieren:? {_T}|(?:markiere?) als ungelesen:? {_T}"),
    ("read", (rf"(?:markiere?|mache?|setze?) {_T} ?(?:als|auf) gelesen|{_T} ?als gelesen markieren"
             rf"|markiere? als gelesen:? {_T}")),
    ("inbox", (rf"(?:verschiebe?|schiebe?|hole?|lege?|tue?) {_T} (?:zurück |wieder )?in (?:den"
              rf"|meinen) posteingang(?: zurück)?")),
    ("untrash", (rf"stelle? {_T} wieder her|hole? {_T} (?:wieder "
                rf"|zurück )?aus dem papierkorb(?: zurück| raus)?")),
    ("archive", (rf"archiviere?\b {_T}|{_T} ?archivieren|{_T} ?(?:ab )?ins archiv(?: damit"
                rf"| verschieben| legen)?|(?:verschiebe?|schiebe?|lege?|packe?|tue?) {_T} (?:ins"
                rf"|in das) archiv(?: ab)?")),
    ("spam", (rf"(?:markiere?|melde) {_T} als spam|das ist spam|(?:verschiebe?|schiebe?|tue?"
             rf"|packe?) {_T} in (?:den )?spam(?:-?ordner)?")),
    (UNSUBSCRIBE, (rf"(?:melde?|trage?) mich (?:(?:von|aus|bei) {_T} )?(?:ab|aus)|(?:melde"
                  rf"|trage?) mich (?:ab|aus) (?:von|aus|bei) (?P<t>.+)")),
    (UNSUBSCRIBE, (rf"bestelle? {_T} ab|{_T} ?abbestellen|(?:von|aus) {_T} abmelden"
                  rf"|abmelden(?: von (?P<t>.+))?")),
    (UNSUBSCRIBE, (r"(?:ich )?(?:will|möchte) (?P<t>(?:den|diese\w*|die|das|solche"
                  r"|keine)\b.*?(?:newsletter|mails|rundbriefe?|liste|werbung))"
     r"(?: nicht)?(?: mehr)?(?: bekommen| haben| kriegen)?")),
    (SNOOZE, (r"erinnere? mich\b.*|snooze\b.*|(?:zeig|leg|bring)e? mir (?:das|die|es)\b.*(?:wieder"
             r"|nochmal|noch mal)\b.*")),
    (SNOOZE, r"(?:verschiebe?|schiebe?) (?:das|die|es|diese \w+) auf später|wiedervorlage\b.*"),
    (UNLABEL, (rf"(?:entferne?|nimm|lösche?) das (?:label|etikett|schlagwort) {_L}(?: (?:von|aus"
              rf"|bei) {_T})?(?: weg| ab)?")),
    (LABEL, rf"(?:gib|hänge?|klebe?|setze?) {_T} das (?:label|etikett|schlagwort) {_L}(?: an)?"),
    (LABEL, (rf"(?:label|labele?|etikettiere?|tagge?|beschrifte)\b {_T} ?(?:als|mit) {_L}|(?:label"
            rf"|etikett) {_L} (?:an|auf|für|bei) (?P<t>.+)")),
    (LABEL, (rf"markiere? {_T} (?:als|mit) {_L}|(?:setze?|mache?|klebe?) (?:das )?(?:label"
            rf"|etikett) {_L} (?:an|auf|bei) (?P<t>.+)")),
    ("trash", (rf"(?:lösche?|entferne?)\b {_T}|{_T} ?(?:löschen|wegwerfen|entsorgen)|(?:wirf"
              rf"|schmeiß) {_T} (?:weg|raus)|weg damit")),
    ("trash", (rf"(?:verschiebe?|schiebe?|lege?|packe?|tue?) {_T} in den (?:papierkorb|müll)"
              rf"|{_T} in den (?:papierkorb|müll)|weg mit {_T}")),
    (MOVE, (rf"(?:verschiebe?|schiebe?|lege?|packe?|tue?|sortiere?) {_T} (?:in(?: den| das| die)?"
           rf"|nach|unter) (?:ordner |label )?{_L}(?: ab| ein)?")),
)  # fmt: skip
_FRENCH = (
    ("unstar", rf"(?:enlève|retire|supprime|ôte)r? (?:l'|les )étoiles?(?: (?:de|du|à|sur) {_T})?"),
    ("star", (rf"(?:mets|ajoute|mettre|ajouter)(?:-lui)? (?:une |l')étoile(?: (?:à|sur|au) {_T})?"
             rf"|marque {_T} (?:d'une|avec une) étoile")),
    ("star", rf"étoile\b {_T}|mets? {_T} en favoris?"),
    ("unread", (rf"(?:marque|mets|laisse|marquer)\b {_T} ?(?:comme|en|à) ?non[- ]lue?s?"
               rf"|marque comme non lue?s? {_T}")),
    ("read", rf"(?:marque|mets|marquer)\b {_T} ?(?:comme|en) lue?s?|marque comme lue?s? {_T}"),
    ("inbox", rf"(?:remets|mets|déplace|ramène) {_T} dans (?:la|ma) (?:boîte de réception|boîte)"),
    ("untrash", rf"(?:restaure|récupère)r? {_T}|sors {_T} de la corbeille"),
    ("archive", rf"archiver?\b {_T}|(?:mets|range|déplace) {_T} (?:aux|dans les) archives?"),
    ("spam", (rf"(?:marque|signale)r? {_T} ?comme (?:spam|indésirable)s?|c'est (?:du|un) (?:spam"
             rf"|indésirable)|mets {_T} (?:dans les|en) (?:spams?|indésirables?)")),
    (UNSUBSCRIBE, (rf"(?:désabonne|désinscris)(?:-moi)?(?: (?:de|du|à) {_T})?|(?:me )?(?:désabonner"
                  rf"|désinscrire)(?: (?:de|du) (?P<t>.+))?")),
    (UNSUBSCRIBE, r"je ne veux plus (?:recevoir )?(?:de )?(?P<t>(?:cette|ces|la|les|ce)\b.*)"),
    (SNOOZE, (r"rappelle(?:z)?[- ]moi\b.*|(?:remets|ramène|remontre|montre)(?:-(?:le|la"
             r"|moi))* .*(?:plus tard|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain"
             r"|à nouveau)\b.*")),
    (SNOOZE, (r"mets (?:le|la|ça|ce \w+|cette \w+) en (?:pause|attente)\b.*|reporte (?:ce"
             r"|cette) (?:mail|message|conversation)\b.*")),
    (UNLABEL, (rf"(?:enlève|retire|supprime)r? (?:le libellé|l'étiquette|le label) {_L}(?: (?:de|du"
              rf"|à) {_T})?")),
    (LABEL, (rf"(?:ajoute|mets|applique|colle)r?(?:-lui)? (?:le libellé|l'étiquette"
            rf"|le label) {_L}(?: (?:à|au|sur) {_T})?")),
    (LABEL, (rf"(?:étiquette|libelle|étiqueter)\b {_T} ?(?:comme|avec|en|sous) {_L}"
            rf"|marque {_T} ?comme {_L}")),
    ("trash", (rf"(?:supprime|efface|jette)r?\b {_T}|(?:mets|mettre|déplace|envoie) {_T} ?(?:à"
              rf"|dans) la (?:corbeille|poubelle)|poubelle\b {_T}")),
    (MOVE, (rf"(?:déplace|range|mets|classe)r? {_T} (?:dans|vers|sous) (?:le dossier "
           rf"|le libellé )?{_L}")),
)  # fmt: skip
_SPANISH = (
    ("unstar", (rf"(?:quita|elimina|borra)r?(?:le)? (?:la |las )?estrellas?(?: (?:a|al|de"
               rf"|del) {_T})?")),
    ("star", (rf"(?:pon|ponle|añade|dale|poner)(?:le)? (?:una |la )?estrella(?: (?:a|al|en) {_T})?"
             rf"|(?:destaca|marca)r? {_T} (?:con (?:una )?estrella)")),
    ("star", rf"destacar?\b {_T}|marcar? {_T} ?como (?:destacad[oa]s?|favorit[oa]s?)"),
    ("unread", (rf"(?:marca|deja|pon|marcar)\b {_T} ?(?:como|en)? ?(?:no le[ií]d[oa]s?|sin leer)"
               rf"|marca como no le[ií]d[oa]s? {_T}")),
    ("read", rf"(?:marca|pon|marcar)\b {_T} ?como le[ií]d[oa]s?|marca como le[ií]d[oa]s? {_T}"),
    ("inbox", rf"(?:mueve|pon|devuelve|pasa) {_T} (?:a|en) la bandeja(?: de entrada)?"),
    ("untrash", rf"(?:restaura|recupera)r? {_T}|saca {_T} de la papelera"),
    ("archive", rf"archivar?\b {_T}|(?:mueve|pon|pasa) {_T} (?:al|en el) archivo"),
    ("spam", (rf"(?:marca|denuncia)r? {_T} ?como (?:spam|correo no deseado|no deseado)"
             rf"|(?:esto )?es spam|(?:mueve|pon) {_T} (?:a|en) (?:el )?spam")),
    (UNSUBSCRIBE, (rf"(?:date|dame|darme|dar|quiero darme|darse) de baja(?: (?:del?|en) {_T})?"
                  rf"|(?:desuscríbeme|cancela la suscripción|desuscribir(?:me)?)(?: (?:de"
                  rf"|a) (?P<t>.+))?")),
    (UNSUBSCRIBE, (r"no quiero (?:recibir )?(?:más )?(?P<t>(?:est[eoa]s?|más|los|las|el"
                  r"|la)\b.*?(?:correos?|boletín|boletines|mensajes|lista))(?: más)?")),
    (SNOOZE, (r"recuérda(?:me|melo|mela)\b.*|(?:pospón|aplaza|posponer)(?:lo|la)? ?(?:esto"
             r"|este correo|este mensaje)?(?: (?:hasta|para)\b.*)?")),
    (SNOOZE, (r"(?:muéstra|enséña)(?:melo|mela)\b.*(?:otra vez|de nuevo)\b.*|vuelve a (?:mostrar"
             r"|enseñar)\w* .*")),
    (UNLABEL, rf"(?:quita|elimina|borra)r?(?:le)? la etiqueta {_L}(?: (?:a|al|de|del) {_T})?"),
    (LABEL, (rf"(?:pon|ponle|añade|añádele|aplica|poner)(?:le)? la etiqueta {_L}(?: (?:a|al) {_T})?"
            rf"|(?:etiqueta|etiquetar)\b {_T} ?(?:como|con) {_L}")),
    (LABEL, rf"marca {_T} ?(?:como|con) {_L}"),
    ("trash", (rf"(?:borra|elimina|tira)r?\b {_T}|(?:mueve|pon|manda|envía|echa"
              rf"|pasa) {_T} ?a la (?:papelera|basura)|a la (?:papelera|basura)(?: con {_T})?")),
    (MOVE, rf"(?:mueve|pon|guarda|pasa|mete)r? {_T} (?:a|en) (?:la carpeta |la etiqueta )?{_L}"),
)  # fmt: skip


def _compiled(rows: tuple[tuple[str, str], ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    found: list[tuple[str, re.Pattern[str]]] = []
    for action, pattern in rows:
        alternatives, depth, start = list[str](), 0, 0
        for place, sign in enumerate(pattern):
            depth += (sign == "(") - (sign == ")")
            if sign == "|" and not depth:
                alternatives.append(pattern[start:place])
                start = place + 1
        alternatives.append(pattern[start:])
        found += [(action, _whole(each)) for each in alternatives]
    return tuple(found)


def _whole(pattern: str) -> re.Pattern[str]:
    """The pattern for a whole piece; what it is about may be left out (*mark as read*)."""
    optional = pattern.replace(f" {_T}", f"(?: {_T})??")
    return re.compile(rf"(?:{optional})[\s.!?,]*$", re.I)


TABLES: Mapping[str, tuple[tuple[str, re.Pattern[str]], ...]] = MappingProxyType(
    {
        "en": _compiled(_ENGLISH),
        "de": _compiled(_GERMAN),
        "fr": _compiled(_FRENCH),
        "es": _compiled(_SPANISH),
    }
)
